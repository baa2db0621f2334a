"""Above one table: jackpot pools that several tables feed."""
