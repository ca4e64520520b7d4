"""Speech recognisers, and the download of their models."""
