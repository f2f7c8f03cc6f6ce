import { useEffect, useRef } from 'react'
import { useSingleFlight } from '../../client/useSingleFlight'

/**
 * Runs one question for a passkey at a time, for the button that asks it.
 * @param isWanted once it is false, and when the button is unmounted, the signal ends the question of the browser
 */
export function usePasskeyFlight(isWanted = true) {
  const { busy, run } = useSingleFlight()
  const asked = useRef<AbortController | null>(null)
  useEffect(() => {
    if (!isWanted) return
    return () => asked.current?.abort()
  }, [isWanted])
  return {
    busy,
    run: (ask: (signal: AbortSignal) => Promise<unknown>) => {
      const controller = new AbortController()
      void run(() => {
        asked.current = controller
        return ask(controller.signal)
      })
    },
  }
}
