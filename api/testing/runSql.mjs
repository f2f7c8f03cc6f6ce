/** Runs statements: node runSql.mjs FOLDER-OR-ADDRESS STATEMENT... Prints the last one's rows. */
const INT8 = 20
const [, , place = '', ...statements] = process.argv

/** Loads only one engine: loading both takes longer than most statements. */
async function open() {
  if (!place.startsWith('postgres:')) {
    const { PGlite } = await import('@electric-sql/pglite')
    const engine = new PGlite(`${place}/pg`)
    return { query: (statement) => engine.query(statement), close: () => engine.close() }
  }
  const { default: pg } = await import('pg')
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
