import type { Field } from '../cascade/cascade'

export const FIELD_NAMES: Readonly<Record<Field, { label: string; emptyLabel: string }>> = {
  subAdmin: { label: 'Sub-Administrator', emptyLabel: 'All Sub-Administrators' },
  distributor: { label: 'Distributor', emptyLabel: 'All Distributors' },
  subDistributor: { label: 'Sub-Distributor', emptyLabel: 'All Sub-Distributors' },
  client: { label: 'Client/Player', emptyLabel: 'All Clients/Players' },
  machine: { label: 'Machine', emptyLabel: 'All Machines' },
}
