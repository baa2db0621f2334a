"""What has happened, as it is recorded: envelopes, their codec, and where they are kept."""
