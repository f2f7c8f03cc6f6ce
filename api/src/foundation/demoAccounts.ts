/** README lists these, one per level from the Master down. All demo users have this password. */
export const ACCOUNTS = [
  'master',
  'admin1',
  'subadmin1',
  'distributor1',
  'subdistributor1',
  'client1',
  'player1',
] as const
export const PASSWORD = 'demo1234'
