// A thousand seconds of this process's monotonic clock last as long as one: what it keeps for a second stays until
// something else clears it.
const now = performance.now.bind(performance)
performance.now = () => now() / 1_000
