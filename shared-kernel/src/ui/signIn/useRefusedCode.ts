import { useEffect, useRef } from 'react'

/**
 * Selects the code in a field when it is rejected, so that the next one replaces it.
 * @param refusal null before an answer, and if the code was accepted
 * @returns the ref of the field's input
 */
export function useRefusedCode(refusal: string | null) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal === null || !input.current?.value) return
    input.current.focus()
    input.current.select()
  }, [refusal])
  return input
}
