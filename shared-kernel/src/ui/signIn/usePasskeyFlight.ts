import { useEffect, useRef } from 'react'
import { useSingleFlight } from '../../client/useSingleFlight'

/**
 * For the button that asks for a passkey: one question at a time.
 * @param isWanted once it is not, and when the button is gone, the signal ends the question of the browser
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
