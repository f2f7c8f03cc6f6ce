import { useEffect, useRef } from 'react'
import { useSingleFlight } from '../../client/useSingleFlight'

/**
 * Runs one passkey prompt at a time, for the button that starts it.
 * @param isWanted once it is false or the button is unmounted, the signal cancels the browser's prompt
 */
export function usePasskeyFlight(isWanted = true) {
  const { busy, run } = useSingleFlight()
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => {
    if (!isWanted) return
    return () => controllerRef.current?.abort()
  }, [isWanted])
  return {
    busy,
    run: (ask: (signal: AbortSignal) => Promise<unknown>) => {
      const controller = new AbortController()
      void run(() => {
        controllerRef.current = controller
        return ask(controller.signal)
      })
    },
  }
}
