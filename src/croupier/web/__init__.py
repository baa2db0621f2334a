"""The server: tables that people sit at from anywhere, and the pages that show them."""
