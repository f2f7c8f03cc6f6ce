import { rspack, type Rspack } from '@rsbuild/core'

const { RuntimeGlobals, RuntimeModule } = rspack

/*
 * What a container does at run time. rspack's own is half of a remote's entry, and most of it compares
 * versions of modules that several applications offer. Here the host alone offers modules, each in one
 * version, and refuses a release that they do not suit before it loads anything of it: so a container
 * takes what is there. What did not come is asked for again by the next chunk that needs it.
 */
class ContainerRuntime extends RuntimeModule {
  constructor() {
    super('console container', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    const { require, moduleFactories, ensureChunkHandlers } = RuntimeGlobals
    return `
      var offered, taken = {};
      var take = function (id, key) {
        var shared = Object.values(offered[key] || {})[0];
        if (!shared) return Promise.reject(Error('The host does not share ' + key));
        return Promise.resolve(shared.get()).then(function (factory) {
          ${moduleFactories}[id] = function (module) { module.exports = factory(); };
        }, function (error) {
          delete taken[id];
          throw error;
        });
      };
      ${ensureChunkHandlers}.consumes = function (chunk, promises) {
        var data = ${require}.consumesLoadingData;
        (data.chunkMapping[chunk] || []).forEach(function (id) {
          promises.push(taken[id] = taken[id] || take(id, data.moduleIdToConsumeDataMapping[id].shareKey));
        });
      };
      ${require}.initContainer = function (scope) { offered = scope; };
      ${require}.getContainer = function (name) {
        var load = ${require}.initializeExposesData.moduleMap[name];
        return load ? load() : Promise.reject(Error('There is no module ' + name));
      };`
  }
}

/** Goes with `ModuleFederationPluginV1` and its option `enhanced`, which leaves the runtime to others. */
export class ContainerRuntimePlugin {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.thisCompilation.tap('ContainerRuntimePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ContainerRuntimePlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new ContainerRuntime())
      })
    })
  }
}
