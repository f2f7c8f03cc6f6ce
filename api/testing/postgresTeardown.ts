export default async function postgresTeardown(): Promise<void> {
  await globalThis.apiTestCluster?.stop()
}
