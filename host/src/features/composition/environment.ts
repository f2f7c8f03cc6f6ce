import { DocumentFault, type ParsedEnvironment, parseEnvironment } from '@console/shared-kernel/remote'

const ADDRESS = '/environment.json'
const DOCUMENT = 'environment.json'
const READ_TIMEOUT_MS = 20_000

export interface ReadEnvironment extends ParsedEnvironment {
  /** The raw document, including invalid records: the page's policy is built from it. */
  document: unknown
  /** How long reading took, in milliseconds. */
  readMs: number
}

/** No text was read: an error status, a failed connection or a timeout. */
export class UnreadEnvironment extends DocumentFault {
  constructor(problem: string) {
    super(DOCUMENT, '', problem)
  }
}

/** Reads the document from the page, or else from the host's origin. */
export async function readEnvironment(): Promise<ReadEnvironment> {
  const began = performance.now()
  const inlined = document.getElementById('environment')?.textContent
  return inlined ? { ...parseText(inlined), readMs: performance.now() - began } : fetchEnvironment()
}

/** Ignores the copy in the page, which may be outdated. */
export async function fetchEnvironment(): Promise<ReadEnvironment> {
  const began = performance.now()
  return { ...parseText(await fetchText()), readMs: performance.now() - began }
}

async function fetchText(): Promise<string> {
  try {
    const response = await fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
    if (!response.ok) throw new UnreadEnvironment(`the server answered ${response.status}`)
    return await response.text()
  } catch (error) {
    if (error instanceof DocumentFault) throw error
    throw new UnreadEnvironment(`it could not be read (${error instanceof Error ? error.message : error})`)
  }
}

function parseText(text: string): Omit<ReadEnvironment, 'readMs'> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DocumentFault(DOCUMENT, '', 'it is not JSON')
  }
  return { ...parseEnvironment(value), document: value }
}
