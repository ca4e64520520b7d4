"""The open draft: opened, added to, corrected, decided and closed."""
