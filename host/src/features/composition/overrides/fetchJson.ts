const READ_TIMEOUT_MS = 5_000

/** @throws Error, in words for the user, where the address does not answer with JSON. */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, {
    cache: 'no-store',
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  }).catch(() => null)
  if (!response) throw new Error(`${address} no responde`)
  if (!response.ok) throw new Error(`${address} responde ${response.status}`)
  return response.json().catch(() => {
    throw new Error(`${address} no es JSON`)
  })
}
