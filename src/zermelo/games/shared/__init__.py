"""What several games share: cards, and boards on which stones in a row win."""
