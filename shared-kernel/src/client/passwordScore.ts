import { useEffect, useState } from 'react'
import { asRecord, readInteger } from '../contracts/wireReaders'
import { useFeature } from './features'
import { http } from './http'

/** The password owner's names: they make a password that contains them weak. */
export interface PasswordNames {
  userName: string
  nameClient: string
}

const REST_MS = 400

/**
 * The score, 0 to 4, once typing pauses; null while unknown. The server computes it, because its dictionaries
 * are twice the size of the console. Any failure gives null: the server checks the saved password anyway.
 */
export function usePasswordScore(password: string, { userName, nameClient }: PasswordNames): number | null {
  const isOffered = useFeature('passwordStrength') !== undefined
  const [answer, setAnswer] = useState<{ question: string; score: number | null } | null>(null)
  const question = JSON.stringify({ password, userName, nameClient })
  const isAsked = isOffered && password !== ''
  useEffect(() => {
    if (!isAsked) return
    const asking = new AbortController()
    const { signal } = asking
    const timer = setTimeout(async () => {
      const score = await readScore(question, signal).catch(() => null)
      if (!signal.aborted) setAnswer({ question, score })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [isAsked, question])
  return isAsked && answer?.question === question ? answer.score : null
}

/** Returns null for an answer without a score. @throws CallError */
async function readScore(question: string, signal: AbortSignal): Promise<number | null> {
  const { data } = await http.post<unknown>('/api/Auth/password-strength', question, { signal })
  return readInteger(asRecord(data)['score']) ?? null
}
