'use strict';
// Draws the plots that #charts describes, in the colours of the theme, and makes tables and commands easy to copy.
(() => {
  const root = document.documentElement;
  const specs = JSON.parse(document.getElementById('charts').textContent);
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;  // a theme the reader asked for; null: the system's
  let charts = [];

  const color = name => getComputedStyle(root).getPropertyValue(name).trim();
  const seriesColor = i => color('--s' + i % 8);
  const faded = (hex, share) => hex + Math.round(share * 255).toString(16).padStart(2, '0');
  const digits = value => value === null ? '-' : Math.abs(value) >= 1000 ? value.toFixed(0) : +value.toPrecision(4) + '';

  // Long agent specs break after , and : so that a label never pushes the plot aside.
  function wrap(label, width) {
    const lines = [];
    for (const part of label.split('\n')) {
      let line = '';
      for (const piece of part.match(/[^,: ]+[,: ]?|[,: ]/g) || ['']) {
        if (line && line.length + piece.length > width) { lines.push(line); line = ''; }
        line += piece;
        while (line.length > width) { lines.push(line.slice(0, width)); line = line.slice(width); }
      }
      lines.push(line);
    }
    return lines.length > 6 ? lines.slice(0, 5).concat(lines[5] + '…') : lines;
  }

  // The middle of a long name gives way: its kind and its n stay.
  function shorten(name, length) {
    if (name.length <= length) return name;
    const tail = Math.floor(length / 2);
    return name.slice(0, length - tail - 1) + '…' + name.slice(-tail);
  }

  // A dashed line at the reference, and error bars over horizontal bars: Chart.js has neither.
  const marks = {
    id: 'marks',
    afterDatasetsDraw(chart) {
      const spec = chart.options.spec, context = chart.ctx, area = chart.chartArea, x = chart.scales.x, y = chart.scales.y;
      context.save();
      if (spec.reference !== null && spec.kind !== 'steps') {
        context.strokeStyle = color('--soft');
        context.setLineDash([5, 4]);
        context.beginPath();
        if (spec.kind === 'bars') {
          const at = x.getPixelForValue(spec.reference);
          context.moveTo(at, area.top); context.lineTo(at, area.bottom);
        } else {
          const at = y.getPixelForValue(spec.reference);
          context.moveTo(area.left, at); context.lineTo(area.right, at);
        }
        context.stroke();
        context.setLineDash([]);
      }
      if (spec.kind === 'bars') {
        spec.series.forEach((series, s) => {
          if (!chart.isDatasetVisible(s)) return;
          chart.getDatasetMeta(s).data.forEach((bar, i) => {
            const [value, low, high] = series.points[i] || [null, null, null];
            if (value === null || low === null || high === null) return;
            const left = x.getPixelForValue(low), right = x.getPixelForValue(high), cap = Math.min(6, bar.height / 3);
            context.strokeStyle = color('--ink');
            context.lineWidth = 1.6;
            context.beginPath();
            context.moveTo(left, bar.y); context.lineTo(right, bar.y);
            for (const end of [left, right]) { context.moveTo(end, bar.y - cap); context.lineTo(end, bar.y + cap); }
            context.stroke();
            context.fillStyle = color('--ink');
            context.beginPath();
            context.arc(x.getPixelForValue(value), bar.y, 3.2, 0, 2 * Math.PI);
            context.fill();
          });
        });
      }
      context.restore();
    }
  };

  function barDatasets(spec) {
    return spec.series.map((series, s) => ({
      label: series.name, data: series.points.map(point => point[0]), base: spec.reference === null ? 0 : spec.reference,
      backgroundColor: faded(seriesColor(s), 0.55), borderColor: seriesColor(s), borderWidth: 1,
      maxBarThickness: 26, categoryPercentage: 0.8, barPercentage: 0.85
    }));
  }

  function lineDatasets(spec) {
    const sets = [];
    spec.series.forEach((series, s) => {
      const points = values => series.x.map((x, i) => ({x, y: values[i]}));
      const stepped = spec.kind === 'steps';
      sets.push({label: series.name, data: points(series.y), borderColor: seriesColor(s), borderWidth: 2, pointRadius: 0,
        pointHitRadius: 8, stepped: stepped ? 'middle' : false, fill: stepped ? 'origin' : false,
        backgroundColor: faded(seriesColor(s), 0.16), spec: series});
      if (series.low.length) {
        const band = {borderWidth: 0, pointRadius: 0, pointHitRadius: 0, band: true, of: s};
        sets.push({...band, data: points(series.low), fill: false});
        sets.push({...band, data: points(series.high), fill: spec.series.length > 4 ? false : '-1',
          backgroundColor: faded(seriesColor(s), 0.16)});
      }
    });
    return sets;
  }

  // Error bars belong into the picture: Chart.js knows only the values.
  function valueRange(spec) {
    const values = spec.reference === null ? [] : [spec.reference];
    for (const series of spec.series) {
      for (const point of series.points || []) values.push(...point);
      values.push(...(series.low || []), ...(series.high || []));
    }
    const known = values.filter(value => value !== null);
    if (!known.length) return {};
    const low = Math.min(...known), high = Math.max(...known), room = (high - low || 1) * 0.06;
    if (spec.isShare) return {suggestedMin: low - room > 0 ? low - room : 0, suggestedMax: Math.min(1, high + room), max: high + room > 1 ? 1 : undefined};
    return {suggestedMin: low < 0 || low - room > 0 ? low - room : 0, suggestedMax: high + room};
  }

  function draw(id, spec) {
    const canvas = document.getElementById(id), box = canvas.parentElement, narrow = box.clientWidth < 480;
    const bars = spec.kind === 'bars';
    const labels = spec.labels.map(label => wrap(label, narrow ? 18 : 26));
    if (bars) {
      const lines = labels.reduce((sum, label) => sum + Math.max(label.length * 16 + 12, spec.series.length * 20 + 14), 0);
      box.style.height = Math.max(170, lines + 110) + 'px';
    }
    const axis = (title, more) => ({
      title: {display: Boolean(title), text: title, color: color('--soft')}, ticks: {color: color('--soft'), ...more.ticks},
      grid: {color: color('--line')}, ...more.scale
    });
    const x = axis(spec.x, {ticks: {precision: spec.wholeX ? 0 : undefined, maxRotation: 0, autoSkipPadding: 12},
      scale: bars ? valueRange(spec) : {type: 'linear', grid: {display: false}}});
    const y = axis(spec.y, {ticks: bars ? {autoSkip: false} : {},
      scale: bars ? {grid: {display: false}} : spec.kind === 'lines' ? valueRange(spec) : {beginAtZero: true}});
    charts.push(new Chart(canvas, {
      type: bars ? 'bar' : 'line',
      data: {labels: bars ? labels : undefined, datasets: bars ? barDatasets(spec) : lineDatasets(spec)},
      plugins: [marks],
      options: {
        spec, indexAxis: bars ? 'y' : 'x', animation: false, responsive: true, maintainAspectRatio: false,
        interaction: {mode: 'nearest', axis: bars ? 'y' : 'x', intersect: false},
        scales: {x, y},
        plugins: {
          legend: {
            display: spec.series.length > 1 || !bars, position: 'bottom',
            labels: {
              color: color('--ink'), boxWidth: 14,
              generateLabels: chart => Chart.defaults.plugins.legend.labels.generateLabels(chart)
                .filter(item => !chart.data.datasets[item.datasetIndex].band)
                .map(item => ({...item, text: shorten(item.text, Math.max(20, Math.floor(box.clientWidth / 7.5) - 6))}))
            },
            onClick(event, item, legend) {
              const chart = legend.chart, show = !chart.isDatasetVisible(item.datasetIndex);
              const first = item.datasetIndex;
              chart.data.datasets.forEach((set, i) => {
                const belongs = i === first || (set.band && i > first && i <= first + 2);
                if (belongs) chart.setDatasetVisibility(i, show);
              });
              chart.update();
            }
          },
          tooltip: {
            filter: item => !item.dataset.band,
            callbacks: {
              title: items => !items.length ? '' : bars ? spec.labels[items[0].dataIndex] : spec.x + ': ' + digits(items[0].parsed.x),
              label(item) {
                const series = bars ? spec.series[item.datasetIndex] : item.dataset.spec;
                if (!bars) {
                  const interval = series.low.length ? ` [${digits(series.low[item.dataIndex])}, ${digits(series.high[item.dataIndex])}]` : '';
                  return `${series.name}: ${digits(item.parsed.y)}${interval}`;
                }
                const [value, low, high] = series.points[item.dataIndex];
                return `${series.name}: ${digits(value)}` + (low === null ? '' : ` [${digits(low)}, ${digits(high)}]`);
              }
            }
          }
        }
      }
    }));
  }

  function drawAll() {
    root.dataset.theme = chosen || (system.matches ? 'dark' : 'light');
    charts.forEach(chart => chart.destroy());
    charts = [];
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    for (const [id, spec] of Object.entries(specs)) draw(id, spec);
  }

  function tableText(table) {
    const rows = [...table.rows];
    return rows.map(row => [...row.cells].map(cell => cell.dataset.exact || cell.textContent).join('\t')).join('\n') + '\n';
  }

  // The clipboard interface needs a secure page, which a file is not everywhere.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  }

  for (const button of document.querySelectorAll('.copy')) {
    button.addEventListener('click', async () => {
      const source = document.getElementById(button.dataset.copy);
      await copy(source.tagName === 'TABLE' ? tableText(source) : source.textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
  }
  document.getElementById('theme').addEventListener('click', () => {
    chosen = root.dataset.theme === 'dark' ? 'light' : 'dark';
    drawAll();
  });
  system.addEventListener('change', drawAll);
  let width = innerWidth;
  addEventListener('resize', () => {
    if ((width < 700) !== (innerWidth < 700)) drawAll();
    width = innerWidth;
  });
  drawAll();
})();
