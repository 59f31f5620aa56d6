import { Cluster } from "./rqlite.ts";

async function withCluster<T>(url: string, run: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = new Cluster(url);
  try {
    return await run(cluster);
  } finally {
    cluster.close();
  }
}

export const countMembers = (url: string): Promise<number> =>
  withCluster(url, async (cluster) => {
    const count = async (sql: string) =>
      Number((await cluster.run([{ sql, params: [] }]))[0]?.rows?.[0]?.[0]);
    const hasTable = await count("select count(*) from sqlite_schema where name = 'users'");
    return hasTable ? await count("select count(*) from users") : 0;
  });

/** Loads a database file into an rqlite cluster, and downloads the result to a new file. */
export const loadCluster = (url: string, file: string, target: string): Promise<void> =>
  withCluster(url, async (cluster) => {
    await cluster.load(file);
    await cluster.download(target);
  });

export const downloadCluster = (url: string, target: string): Promise<void> =>
  withCluster(url, (cluster) => cluster.download(target));
