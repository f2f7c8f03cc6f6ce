/** The demo accounts that README names, one a level from the Master down, and the password of all demo users. */
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
