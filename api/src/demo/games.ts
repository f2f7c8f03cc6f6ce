import { randomFrom } from './random'

interface DemoGame {
  id: number
  name: string
  type: string
  game_state: boolean
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  Slot: [
    'Fruit Fiesta',
    'Golden Toro',
    'Book of Ra-Men',
    'Pirate Bay Gold',
    'Lucky Sevens',
    'El Dorado Deluxe',
    'Dragón de Jade',
    'Aztec Sun',
    'Wild Safari',
    'Flamenco Nights',
    'Neon 777',
    'Moon Princess',
    'Minas de Plata',
    'Vikings Feast',
    'Candy Storm',
    'Pharaoh Riches',
    'Sirena Azul',
    'Western Heist',
    'Buffalo Run',
    'Carnaval Rojo',
  ],
  Bingo: [
    'Bingo 75',
    'Bingo 90',
    'Super Bingo Feria',
    'Bingo Caribe',
    'Zodiac Bingo',
    'Bingo Turbo',
    'Bingo Clásico',
    'Bingo Mariachi',
  ],
  Poker: [
    'Jacks or Better',
    'Deuces Wild',
    'Joker Poker',
    'Póker Caribeño',
    'Double Bonus Poker',
    'Texas Express',
    'Aces and Faces',
  ],
  Other: ['Ruleta Europea', 'Blackjack Pro', 'Keno Express', 'Dados de Oro', 'Carrera de Galgos'],
}

export const demoGames = (): DemoGame[] => {
  const random = randomFrom('games')
  return Object.entries(NAMES)
    .flatMap(([type, names]) => names.map((name) => ({ type, name })))
    .map((game, index) => ({ id: index + 1, ...game, game_state: !random.oneIn(8) }))
}
