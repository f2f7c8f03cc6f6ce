// Runs before the first paint, so that a dark console never flashes white.
try {
  if (localStorage.getItem('themeMode') === 'dark') document.documentElement.dataset.theme = 'dark'
} catch {
  // storage is blocked: the light theme it is
}
