// 22_task: tasks of the event loop that user code doesn't see, such as the delivery of a message.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-task
// Deviations: there is one task queue, in which timers are not.
"use strict";
__host.define("22_task", (host) => {
  const { ops, load } = host;
  const { Queue } = load("20_queue");
  const tasks = new Queue();

  function listLive() {
    const list = [];
    for (let task = tasks.first; task !== undefined; task = task.next) list.push({ What: task.what, Stack: task.origin, Task: true });
    return list;
  }
  host.live.push(listLive);

  // queueTask has steps run as a task of their own. what is the call of user code
  // that it is for.
  function queueTask(what, steps) {
    tasks.push({ what, steps, origin: host.origin(), next: undefined });
    ops.op_task_queue();
  }

  host.runTask = function runTask() {
    try {
      tasks.shift().steps();
    } catch (error) {
      host.reportException(error);
    }
  };
  return { queueTask };
});
