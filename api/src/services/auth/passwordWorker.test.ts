import { expect, test } from '@jest/globals'
import { generatePassword } from '@console/shared-kernel/domain'
import { scoreOf } from './passwordWorker'

const NAMES = ['Siobhán Kowalczyk', 'Bar La Esquina']

test.each([
  'contraseña',
  '        ',
  'Casino2026',
  'InfoCenter1',
  'baseball',
  'PassWord1',
  'demo1234',
  'qwertyuiop',
  'Kowalczyk7',
  'Esquina2026',
  'Sevilla2025',
  'constructor2026',
  '2026Constructor',
  'aaaaaaaaaaaaaaaa',
])('%p is rejected', (password) => expect(scoreOf(password, NAMES)).toBeLessThan(3))

test.each([
  'violet anchor 47 lantern',
  'naranja tren siete pared',
  'kX9#vTq2mLw8',
  '  gT7 rb Q2 zm  ',
  '太郎山田花子鈴木一郎',
])('%p is accepted', (password) => expect(scoreOf(password, NAMES)).toBeGreaterThanOrEqual(3))

test('a name makes a password guessable only for its owner', () => {
  expect(scoreOf('brzeskwintozzolan', ['Brzeskwin Tozzolan'])).toBeLessThan(3)
  expect(scoreOf('brzeskwintozzolan', ['Olena Shevchenko'])).toBeGreaterThanOrEqual(3)
})

test('a long name is compared by its beginning, like a long password', () => {
  const name = 'brzeskwintozzolanofthecarabanchelarcade'
  expect(scoreOf(name, [name])).toBeLessThan(3)
  expect(scoreOf(`${name}7`, [`Bar ${name}`])).toBeLessThan(3)
  expect(scoreOf(name, [])).toBeGreaterThanOrEqual(3)
})

test('a password that the console generates has the highest score', () => {
  for (let times = 0; times < 20; times += 1) {
    const password = generatePassword()
    expect({ password, score: scoreOf(password, NAMES) }).toEqual({ password, score: 4 })
  }
})

test('the longest password takes little more time than others, and is judged by its beginning', () => {
  const start = process.cpuUsage()
  expect(scoreOf('a1'.repeat(512), NAMES)).toBeLessThan(3)
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
})
