import { z } from 'zod'
import { centsToWire } from './cents'
import { MAX_AMOUNT_CENTS } from './creditLimit'
import { schemaOf } from './wireFields.schema'
import { MACHINE_CONFIG_FIELDS, machineConfigToWire, normaliseMachineConfig } from './machineConfig'

function isListOfIds(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((id) => Number.isSafeInteger(id))
  } catch {
    return false
  }
}

const seconds = (least: number) => z.int().min(least).max(86_400)
const percent = z.number().min(0).max(100)
const amount = (least: number) => z.number().min(least).max(centsToWire(MAX_AMOUNT_CENTS))

export const machineConfigResponse = schemaOf(MACHINE_CONFIG_FIELDS, {
  pingBrowser: seconds(5),
  pingJuegos: seconds(5),
  addSecondsExpireOffline: seconds(10),
  /** JSON text of an array of game ids. */
  listaJuegos: z
    .string()
    .max(100_000)
    .refine(isListOfIds, 'Debe ser un texto JSON con una lista de números enteros'),
  valorCentimosDeUnCredito: amount(0.01),
  maxApuestaPoker: amount(0),
  premioMaximoSlot: amount(0),
  limiteInferiorProfit: percent,
  limiteSuperiorProfit: percent,
  version: z.string().optional(),
})

/** Omitted fields stay unchanged. */
export const machineConfigRequest = machineConfigResponse.omit({ version: true }).partial()

export type MachineConfigResponse = z.infer<typeof machineConfigResponse>
export type MachineConfigRequest = z.infer<typeof machineConfigRequest>

export const DEFAULT_MACHINE_CONFIG = machineConfigResponse.parse(
  machineConfigToWire(normaliseMachineConfig({})),
)
