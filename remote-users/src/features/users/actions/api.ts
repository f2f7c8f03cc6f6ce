import { http } from '@console/shared-kernel/core'

export const deleteUser = (userId: number) => http.delete(`/api/Users/${userId}`)

/** A machine by hand for a user whose own one is gone; the server gives it its name and its settings. */
export const createMachine = (userId: number) => http.post(`/api/machines/auto-create/${userId}`)
