import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'

export interface StaticFile {
  url: string
  /** Playwright's resource type: `script`, `stylesheet`, `font` ... */
  kind: string
  /** The size of the content with gzip -9, regardless of what the server sent; without headers. */
  bytes: number
  digest: string
}

export const totalBytes = (files: readonly StaticFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** A page counts as loaded once it has requested nothing for this long. */
const QUIET_MS = 700
const STEP_MS = 50
const TIMEOUT_MS = 30_000

export class StaticTraffic {
  private readonly origins: readonly string[]
  private readonly answers: Promise<StaticFile>[] = []
  private pending = 0
  private lastChange = Date.now()

  constructor(page: Page, origins: readonly string[]) {
    this.origins = origins
    page.on('request', (request) => this.note(request, 1))
    page.on('requestfinished', (request) => {
      if (this.note(request, -1)) this.answers.push(answerTo(request))
    })
    page.on('requestfailed', (request) => {
      if (this.note(request, -1)) this.answers.push(Promise.reject(new Error(`${request.url()} failed.`)))
    })
  }

  /** Waits until the page is quiet. @throws Error naming a file that failed */
  async settled(): Promise<StaticFile[]> {
    const end = Date.now() + TIMEOUT_MS
    while (this.pending > 0 || Date.now() - this.lastChange < QUIET_MS) {
      if (Date.now() > end) throw new Error(`The page is still loading after ${TIMEOUT_MS / 1000} seconds.`)
      await pause(STEP_MS)
    }
    return Promise.all(this.answers)
  }

  private note(request: Request, change: 1 | -1): boolean {
    if (!this.origins.includes(new URL(request.url()).origin)) return false
    this.pending += change
    this.lastChange = Date.now()
    return true
  }
}

async function answerTo(request: Request): Promise<StaticFile> {
  const response = await request.response()
  if (!response?.ok()) throw new Error(`${request.url()} was answered ${response?.status()}.`)
  const content = await response.body()
  return {
    url: request.url(),
    kind: request.resourceType(),
    bytes: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length,
    digest: createHash('sha256').update(content).digest('hex'),
  }
}
