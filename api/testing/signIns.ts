import { signInWhenFree } from './http'

export const WRONG = 'not the password'

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
