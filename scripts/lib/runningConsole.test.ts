import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { describeRunning, noteRunning, requireUnusedData } from './runningConsole'

const folder = mkdtempSync(join(tmpdir(), 'console-note-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a running console is reported with its address and process, only on its own port', async () => {
  await noteRunning(5000, { address: 'http://localhost:5000', data: '/data' }, folder)
  await noteRunning(6000, { address: 'http://localhost:6200', data: '/data' }, folder)
  expect(await describeRunning(5000, folder)).toBe(
    `This console is running already: http://localhost:5000 (process ${process.pid}), on the data in /data.`,
  )
  expect(await describeRunning(6000, folder)).toContain('http://localhost:6200')
  expect(await describeRunning(4000, folder)).toBeNull()
})

test('data that a running console uses is rejected before anything is built', async () => {
  await noteRunning(8000, { address: 'http://localhost:8000', data: '/used' }, folder)
  await noteRunning(9000, { address: 'http://localhost:9000', data: 'memory://' }, folder)
  await expect(requireUnusedData('/used', folder)).rejects.toThrow(
    `on the data in /used already: http://localhost:8000 (process ${process.pid})`,
  )
  await requireUnusedData('/other', folder)
  await requireUnusedData('memory://', folder)
  await requireUnusedData('/used', join(folder, 'none'))
})

/** Writes the note of this running process, with changes. */
async function writeNote(change: object): Promise<void> {
  await noteRunning(7000, { address: 'http://localhost:7000', data: '/data' }, folder)
  const note = JSON.parse(readFileSync(join(folder, 'running-7000.json'), 'utf8')) as object
  writeFileSync(join(folder, 'running-7000.json'), JSON.stringify({ ...note, ...change }))
}

test('a killed console is not reported, even if another process has its id', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await writeNote({})
  expect(await describeRunning(7000, folder)).not.toBeNull()
  await writeNote({ idPort: port })
  expect(await describeRunning(7000, folder)).toBeNull()
})

test.each([
  ['answers something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request')],
  ['does not answer', () => undefined],
])('a killed console is not reported, even if another program has its port and %s', async (_, answer) => {
  // a socket whose request is not read would stay open
  const server = createServer((socket) => answer(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await writeNote({ idPort: (server.address() as AddressInfo).port })
  expect(await describeRunning(7000, folder)).toBeNull()
  server.close()
})

test.each([
  ['an older version', `{"pid":${process.pid}}`],
  ['an interrupted write', 'half'],
])('a note from %s is ignored', async (_, noted) => {
  writeFileSync(join(folder, 'running-4000.json'), noted)
  expect(await describeRunning(4000, folder)).toBeNull()
})
