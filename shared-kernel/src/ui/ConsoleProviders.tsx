import { type ReactNode, useEffect } from 'react'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useThemeMode } from '../client/themeMode'
import { followFocus } from './focus'
import { RouteAnnouncer } from './PageTitle'
import { themeOf } from './theme'
import { ToastHost } from './ToastHost'
import { usePrinting } from './usePrinting'

// speedy in development too: rules go into an empty <style> element by script, which the policy allows
const styleCache = createCache({ key: 'css', speedy: true })

/** Shared by the host and a remote that runs alone. */
export function ConsoleProviders({
  queryClient,
  children,
}: {
  queryClient: QueryClient
  children: ReactNode
}) {
  const mode = useThemeMode()
  useEffect(followFocus, [])
  useEffect(endScrollingTouches, [])
  // always print in the light theme
  const shown = usePrinting() ? 'light' : mode
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={themeOf(shown)}>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        <RouteAnnouncer />
        <ToastHost />
      </ThemeProvider>
    </CacheProvider>
  )
}

/**
 * Ends a touch when it begins to scroll. Browsers end it only when the finger is lifted, so tooltips mistake
 * it for a long press.
 *
 * @returns a function that stops this
 */
function endScrollingTouches(): () => void {
  const listening = new AbortController()
  // the browser takes over the pointer to scroll
  const end = ({ pointerType, target }: PointerEvent) => {
    if (pointerType === 'touch') target?.dispatchEvent(new Event('touchend', { bubbles: true }))
  }
  document.addEventListener('pointercancel', end, { signal: listening.signal })
  return () => listening.abort()
}
