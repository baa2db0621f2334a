"""Above one table: jackpot pools, players' accounts, people and roles, tournaments, promotions."""
