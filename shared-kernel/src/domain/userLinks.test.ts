import { expect, test } from '@jest/globals'
import { linksOfUser } from './userLinks'

const viewer = { userId: 1 }
const linksFrom = (userId: number, level: number, machineCount: number, parentLevel = level - 1) =>
  linksOfUser({ userId, level, machineCount }, { viewer, parent: { userId: 8, level: parentLevel } }).map(
    ({ label, to }) => `${label}: ${to}`,
  )

test.each<[string, string[], string[]]>([
  ['without machines', linksFrom(9, 6, 0), ['Activity: /activity?whom=9']],
  [
    'whom no report filter selects',
    linksFrom(9, 2, 3),
    ['Machines (3): /machines?branch=9', 'Activity: /activity?whom=9'],
  ],
  [
    'whose report is that of the Client above',
    linksFrom(9, 7, 1, 6),
    ['Machines (1): /machines?branch=9', 'Activity: /activity?whom=9'],
  ],
  [
    'who is a Player below a Sub-Distributor',
    linksFrom(9, 7, 1, 5),
    [
      'Machines (1): /machines?branch=9',
      'External report: /external?client=9&run=1',
      'Internal report: /internal?client=9&run=1',
      'Activity: /activity?whom=9',
    ],
  ],
  [
    'whose level has a report filter',
    linksFrom(9, 4, 3),
    [
      'Machines (3): /machines?branch=9',
      'External report: /external?distributor=9&run=1',
      'Internal report: /internal?distributor=9&run=1',
      'Activity: /activity?whom=9',
    ],
  ],
  [
    'who is signed in',
    linksFrom(1, 4, 3),
    [
      'Machines (3): /machines',
      'External report: /external?run=1',
      'Internal report: /internal?run=1',
      'Activity: /activity?whom=1',
    ],
  ],
])('the links of a user %s', (_, links, expected) => expect(links).toEqual(expected))
