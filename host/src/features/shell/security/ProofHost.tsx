import { useEffect, useState } from 'react'
import { lazyWithRetry } from '@console/shared-kernel/core'
import { askForProofStore } from '@console/shared-kernel/host'

const ProofDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "security" */ './ProofDialog')).ProofDialog,
)

/** The methods of proof that a rejection names; null for any other rejection. */
function methodsOf(refusal: unknown): string[] | null {
  const { code, methods }: { code?: unknown; methods?: unknown } = Object(refusal)
  if (code !== 'proof-required') return null
  return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : []
}

interface Asked {
  methods: readonly string[]
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

function ask(methods: readonly string[]): Asked {
  let settle: Asked['settle'] = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { methods, answer, settle }
}

/**
 * Asks for a proof when the server rejects a large change without one. Several rejections at once get one question.
 */
export function ProofHost() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    let open: Asked | null = null
    askForProofStore.set(async (refusal) => {
      const methods = methodsOf(refusal)
      if (!methods) return null
      if (open) return open.answer
      const next = ask(methods)
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
  const { methods, settle } = asked
  return <ProofDialog methods={methods} onProved={() => settle(true)} onClose={() => settle(false)} />
}
