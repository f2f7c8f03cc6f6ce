import { statements } from './statements'

/** Of new movements; one that is stored already stays, and reports count it. */
export const boundMovements = statements(
  `alter table movements add constraint movements_bounds
    check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`,
)
