"""The server: tables that people sit at from anywhere."""
