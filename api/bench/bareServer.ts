import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The baseline for `current`: only node:http and pg, reading one row by its key, without sessions, rules or
 * logs.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 6 })
const text = `select json_build_object('userId', user_id, 'userName', user_name, 'level', level,
  'nameClient', name_client, 'isBlocked', is_blocked)::text as json from users where user_id = $1`

const server = createServer((request, response) => {
  const id = Number(request.url?.slice(1))
  pool.query<{ json: string }>({ name: 'user', text, values: [id] }).then(
    ({ rows }) => response.setHeader('content-type', 'application/json').end(rows[0]?.json),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
