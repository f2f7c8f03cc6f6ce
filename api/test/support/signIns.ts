import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginResponse } from '@console/shared-kernel/schemas'
import { login, type Answer } from './http'

export const WRONG = 'not the password'

/** Signs in, and asks again for as long as the server is busy with others. */
export async function signInWhenFree(
  url: string,
  name: string,
  password: string | undefined,
  from?: string,
): Promise<Answer<LoginResponse>> {
  for (;;) {
    const answer = await login(url, name, password, from)
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}

/** Guesses a password of each of many names at once. @returns how often each status was the answer */
export async function guessManyNames(
  urls: readonly string[],
  count: number,
  from?: string,
): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      signInWhenFree(urls[index % urls.length] ?? '', `guess ${index}`, WRONG, from),
    ),
  )
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
