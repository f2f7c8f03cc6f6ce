/** Runs statements on a stopped server's data: node runSql.mjs FOLDER STATEMENT... Prints the last one's rows. */
import { PGlite } from '@electric-sql/pglite'

const [, , folder, ...statements] = process.argv
const engine = new PGlite(`${folder}/pg`)
try {
  let rows = []
  for (const statement of statements) ({ rows } = await engine.query(statement))
  console.log(JSON.stringify(rows))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await engine.close()
}
