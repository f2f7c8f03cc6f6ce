import { type DeployedRelease, type Environment, Fields, parseRelease } from '@console/shared-kernel/remote'

const READ_TIMEOUT_MS = 5_000

/** @throws Error with a message for the user if there is no release of that remote */
export async function readOverride(
  { name }: Environment,
  remote: string,
  address: string,
): Promise<DeployedRelease> {
  const { href } = new URL(address)
  const baseUrl = href.endsWith('/') ? href : `${href}/`
  const fields = new Fields(`${baseUrl}release.json`, '', await fetchRecord(baseUrl))
  // in development files change under the page, so their hashes cannot be checked
  const off = name === 'development'
  const release = parseRelease(fields, !off)
  if (release.name !== remote) throw new Error(`en ${baseUrl} hay "${release.name}"`)
  return { baseUrl, release, ...(off && { integrity: 'off' as const }) }
}

/** @throws Error with a message for the user if the address does not answer with JSON */
export async function fetchRecord(baseUrl: string): Promise<unknown> {
  const address = `${baseUrl}release.json`
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
