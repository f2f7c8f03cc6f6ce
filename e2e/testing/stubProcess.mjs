/**
 * A process behind nginx. It echoes each request, and prints a line for each request that it has carried out.
 * After SIGUSR2 it behaves as if it were about to stop, and answers 503.
 * node stubProcess.mjs PORT
 */
import { createServer } from 'node:http'

const port = Number(process.argv[2])
let isStopping = false
process.on('SIGUSR2', () => (isStopping = true))
const server = createServer((request, response) => {
  const { method, url, headers } = request
  if (isStopping) return void response.writeHead(503).end()
  console.log(`${method} ${url}`)
  let bytes = 0
  request.on('data', (piece) => (bytes += piece.length))
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ port, method, url, headers, bytes }))
  })
})
// longer than nginx keeps a connection, as in the API: a request on a connection closed by a timer is lost
server.keepAliveTimeout = 72_000
server.listen(port, '127.0.0.1', () => console.log('ready'))
