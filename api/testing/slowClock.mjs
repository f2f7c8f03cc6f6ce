// Slows this process's monotonic clock down by a factor of 1,000, so that anything cached for a second stays
// until something else clears it.
const now = performance.now.bind(performance)
performance.now = () => now() / 1_000
