"""What was spent or earned: one sentence becomes entries."""
