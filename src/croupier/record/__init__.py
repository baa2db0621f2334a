"""What has happened, as it is written down: envelopes, their codec, and where they are kept."""
