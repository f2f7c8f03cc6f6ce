import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { root } from '../lib/paths'

const SERVER = `
  require('node:http').createServer((request, response) => {
    response.statusCode = request.url === '/readyz' ? 503 : 200
    response.end()
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** The first process of a container, and its server. */
const CONTAINER = `
  exec 3< <(exec "$NODE" -e "$SERVER")
  read -r port <&3
  check() { "$NODE" "$CHECK" "http://127.0.0.1:$port/$1" 2 2>&1; echo "$1 $?"; }
  check healthz
  check readyz
  kill -STOP $!
  check healthz
  wait $!
  echo "server $?"
  check healthz`

test('a container’s health check kills a frozen process, and no other', () => {
  const printed = execFileSync(
    'unshare',
    ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', 'bash', '-c', CONTAINER],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { NODE: process.execPath, SERVER, CHECK: join(root, 'delivery/deploy/healthcheck.mjs') },
    },
  )
  expect(printed.replace(/:\d+/g, '').trimEnd().split('\n')).toEqual([
    'healthz 0',
    'readyz 1',
    'http://127.0.0.1/healthz answered nothing for 2 s',
    'healthz 1',
    'server 137',
    'healthz 1',
  ])
})
