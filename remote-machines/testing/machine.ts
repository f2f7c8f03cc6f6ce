export const ID = '3f9c2a1b-0000-4000-8000-000000000001'

/** A machine as the API sends it. */
export const SLOT = {
  idMachine: ID,
  machineName: 'Slot 1',
  userName: 'bea',
  ownerBlocked: false,
  credit: 1234.5,
  creditVersion: '3',
}
