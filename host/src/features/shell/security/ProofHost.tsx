import { useEffect, useState } from 'react'
import { lazyWithRetry } from '@console/shared-kernel/core'
import { askForProofStore } from '@console/shared-kernel/host'
import { asList, asRecord, readFilledText } from '@console/shared-kernel/rules'
import type { ProofNeeded } from './ProofDialog'

const ProofDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "security" */ './ProofDialog')).ProofDialog,
)

/** The proof that a rejection asks for; null if it asks for none. */
function neededOf(body: unknown): ProofNeeded | null {
  const { code, methods, factor } = asRecord(body)
  if (code !== 'proof-required') return null
  return {
    methods: asList(methods).filter((method) => typeof method === 'string'),
    factor: readFilledText(factor),
  }
}

interface Asked {
  needed: ProofNeeded
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

function ask(needed: ProofNeeded): Asked {
  let settle: Asked['settle'] = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { needed, answer, settle }
}

/**
 * Asks for a proof when the server rejects a large change without one. Concurrent rejections share a dialog.
 */
export function ProofHost() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    let open: Asked | null = null
    askForProofStore.set(async (body) => {
      const needed = neededOf(body)
      if (!needed) return null
      if (open) return open.answer
      const next = ask(needed)
      open = next
      setAsked(next)
      void next.answer.then(() => {
        open = null
        setAsked(null)
      })
      return next.answer
    })
    return () => {
      askForProofStore.set(null)
      // a change must not wait for a question that was removed
      open?.settle(false)
    }
  }, [])
  if (!asked) return null
  const { needed, settle } = asked
  return <ProofDialog needed={needed} onProved={() => settle(true)} onClose={() => settle(false)} />
}
