import { useRef } from 'react'
import { newKey } from '@console/shared-kernel/core'

/** One key for each content of a form, so that the same content is saved once, however often it is sent. */
export function useContentKeys(): (content: unknown) => string {
  const keys = useRef(new Map<string, string>())
  return (content) => {
    const text = JSON.stringify(content)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    return key
  }
}
