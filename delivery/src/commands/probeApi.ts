import { CommandError } from '@console/shared-kernel/command'

const TIMEOUT_MS = 5_000

/** Every server has the second one; ours has both. */
const PROBES: readonly [path: string, isExpected: (answer: unknown) => boolean][] = [
  ['/healthz', (answer) => typeof answer === 'object' && answer !== null],
  ['/api/Auth/validate', (answer) => typeof answer === 'boolean'],
]

/** @throws CommandError naming what was seen where no API answers at the address */
export async function requireApi(apiUrl: string): Promise<void> {
  const seen: string[] = []
  for (const [path, isExpected] of PROBES) {
    const found = await probe(apiUrl.replace(/\/+$/, '') + path, isExpected)
    if (found === null) return
    seen.push(`GET ${path}: ${found}`)
  }
  throw new CommandError(
    `No API answers at ${apiUrl}: ${seen.join('; ')}. --force sets it all the same, where this machine cannot reach it.`,
  )
}

/** @returns null for an API's answer, else what was seen */
async function probe(url: string, isExpected: (answer: unknown) => boolean): Promise<string | null> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await beginningOf(response)
    if (!response.ok) return `status ${response.status}`
    return isExpected(parsed(text)) ? null : `status ${response.status}, but not the answer of an API`
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return cause?.code ?? cause?.message ?? message
  }
}

/** More than the answer of an API has. */
const MAX_CHARACTERS = 10_000

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    // leaving the loop cancels the rest
    if (text.length > MAX_CHARACTERS) break
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
