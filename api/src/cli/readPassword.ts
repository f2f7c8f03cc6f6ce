import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line of standard input; a terminal prompts and does not show it. */
export async function readPassword(): Promise<string> {
  const asking = process.stdin.isTTY === true
  if (asking) process.stderr.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: asking })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (asking) process.stderr.write('\n')
  }
}
