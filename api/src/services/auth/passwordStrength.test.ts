import { expect, test } from '@jest/globals'
import { isGuessable } from './passwordStrength'

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
  'aaaaaaaaaaaaaaaa',
])('%p is refused', (password) => expect(isGuessable(password, NAMES)).toBe(true))

test.each([
  'violet anchor 47 lantern',
  'naranja tren siete pared',
  'kX9#vTq2mLw8',
  '  gT7 rb Q2 zm  ',
  '太郎山田花子鈴木一郎',
])('%p is accepted', (password) => expect(isGuessable(password, NAMES)).toBe(false))

test('a name makes a password guessable for its owner alone', () => {
  expect(isGuessable('brzeskwintozzolan', ['Brzeskwin Tozzolan'])).toBe(true)
  expect(isGuessable('brzeskwintozzolan', ['Olena Shevchenko'])).toBe(false)
})

test('the longest password takes little more time than others, and is judged by its beginning', () => {
  const start = process.cpuUsage()
  expect(isGuessable('a1'.repeat(512), NAMES)).toBe(true)
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
})
