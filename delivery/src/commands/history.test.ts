import { writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { freshSite, publishNext, run, sitePath, start } from '../../testing/staging'
import { history } from './history'
import { promote } from './promote'

freshSite(start)

test('history says who did what, when and why; what did not come to its end is no part of it', async () => {
  await publishNext()
  await run(promote, 'users@1.1.0 --env staging --why better --who ana')
  writeFileSync(sitePath('environments/staging/history/000004.json'), '{"revision":4}')
  const [newest, ...others] = (await run(history, '--env staging')).split('\n')
  expect(newest).toMatch(/^3 {2}\d{4}-\S+Z {2}ana {2}promote users@1.1.0-22222222 {2}better$/)
  expect(others).toHaveLength(2)
})

test('a reason of several lines is one line of the history, and nobody is without a name', async () => {
  const words = ['users@1.0.0', '--env', 'staging', '--why', 'a\n9  2026  ceo  b', '--who', ' ']
  await promote.run([...words, '--site', sitePath()])
  const [newest, ...others] = (await run(history, '--env staging')).split('\n')
  expect(newest).toMatch(/^3 {2}\S+ {2}\S+@\S+ {2}promote users@\S+ {2}a 9 2026 ceo b$/)
  expect(others).toHaveLength(2)
})
