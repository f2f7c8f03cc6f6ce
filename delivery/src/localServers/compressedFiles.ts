import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { cacheControl } from './requestPath'

const pack = promisify(gzip)

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

interface Packed {
  etag: string
  body: Promise<Buffer>
}

/**
 * Gzips text files at their first request; compressed files of a published folder are sent as they are.
 * @returns a handler that returns false if the file is to be sent uncompressed
 */
export function compressedFiles(root: string) {
  const packed = new Map<string, Packed>()
  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const type = TYPES[extname(path)]
    if (type === undefined || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) return false
    const file = join(root, path)
    const stats = await stat(file).catch(() => null)
    if (!stats?.isFile() || ['.gz', '.br'].some((ending) => existsSync(file + ending))) return false
    const etag = `W/"${stats.size}-${stats.mtimeMs}-gzip"`
    const headers = { 'Cache-Control': cacheControl(path), ETag: etag, Vary: 'Accept-Encoding' }
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end()
      return true
    }
    const known = packed.get(path)
    const entry = known?.etag === etag ? known : { etag, body: readFile(file).then((text) => pack(text)) }
    packed.set(path, entry)
    const body = await entry.body
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
