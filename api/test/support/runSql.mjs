/** Runs statements: node runSql.mjs FOLDER-OR-ADDRESS STATEMENT... Prints the last one's rows. */
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

const INT8 = 20
const [, , place = '', ...statements] = process.argv

async function open() {
  if (!place.startsWith('postgres:')) {
    const engine = new PGlite(`${place}/pg`)
    return { query: (statement) => engine.query(statement), close: () => engine.close() }
  }
  pg.types.setTypeParser(INT8, Number)
  const client = new pg.Client(place)
  await client.connect()
  return { query: (statement) => client.query(statement), close: () => client.end() }
}

const database = await open()
try {
  let rows = []
  for (const statement of statements) ({ rows } = await database.query(statement))
  console.log(JSON.stringify(rows))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await database.close()
}
